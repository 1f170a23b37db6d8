/** Faults of order views, which change with the order types. */
export const LATER: readonly RegExp[] = [/^\/fapi POST \/v1\/order\/test /];
