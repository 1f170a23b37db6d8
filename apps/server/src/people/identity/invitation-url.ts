/** Where an invited person registers, with the code filled in: a path of the site. */
export const invitationUrl = (code: string): string => `/#/pages/login/reg?code=${encodeURIComponent(code)}`;
