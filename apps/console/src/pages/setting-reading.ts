/** Notes on kinds of settings, by the first word of the name. */
export const SETTING_NOTES: Readonly<Record<string, string>> = {
  funding:
    "Counts from the first funding interval that begins a day after it was set. Until then the app announces it in the funding records.",
  fees: "Counts from the next trade on, also for resting orders.",
  rules:
    "The version of the rules by which commands are executed. The server adopts it when it starts; earlier commands keep the outcome they had.",
  endowment: "All the play money the pool was ever given. What was given is not taken back.",
  status: "Cancel-only and halted stop new orders, not liquidations or settlements.",
  "withdrawal-fee": "At most half of the smallest withdrawal. Nobody pays more than they were shown.",
};
