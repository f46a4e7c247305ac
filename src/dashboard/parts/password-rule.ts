/** The server's rule for a new password, beneath the fields for one. */
export const PASSWORD_RULE = '10 to 1,000 characters.';
