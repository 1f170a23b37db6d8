/** Version of this program, for health and other processes. */
export const VERSION = "0.1.0";
