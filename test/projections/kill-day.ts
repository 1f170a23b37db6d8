/** The day that is projected while the process is killed again and again. */
export const DAY_COMMANDS = 2_500;
export const DAY_USERS = 8;
export const DAY_SEED = 99;
