/** @typedef {{session: string, token: string | null}} Invitation */

/**
 * Reads the session that an address invites to. Browsers do not send the part after `#`, so no log holds the token.
 * @param {URL} address
 * @returns {Invitation | null}
 */
export function invitationIn(address) {
  const members = new URLSearchParams(address.hash.slice(1));
  const session = members.get("session");
  return session ? { session, token: members.get("token") } : null;
}

/**
 * The address that invites to a session.
 * @param {URL} address of the page
 * @param {Invitation} invitation
 */
export function addressInviting(address, { session, token }) {
  const members = new URLSearchParams(token ? { session, token } : { session });
  const inviting = new URL(address);
  inviting.search = "";
  inviting.hash = members.toString();
  return inviting.href;
}
