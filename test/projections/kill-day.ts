/** Commands of the day that is projected while the process is killed repeatedly. */
export const DAY_COMMANDS = 2_500;
export const DAY_USERS = 8;
export const DAY_SEED = 99;
