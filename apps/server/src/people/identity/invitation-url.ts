/** Returns the site path where an invited person registers, with the code filled in. */
export const invitationUrl = (code: string): string => `/#/pages/login/reg?code=${encodeURIComponent(code)}`;
