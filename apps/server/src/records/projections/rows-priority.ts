/** Orders go first: rows follow them, and a quarter of a busy processor is enough for that. */
export const ROWS_NICE = 5;
