/**
 * What a page needs to join a session. With `looks` it shows the session and changes nothing.
 * @typedef {{session: string, token: string | null, looks?: boolean}} Invitation
 */

/**
 * Reads the session that an address invites to; an id of points alone would be a step up in a path. Browsers do not send the part after `#`, so no log holds the token.
 * @param {URL} address
 * @returns {Invitation | null}
 */
export function invitationIn(address) {
  const members = new URLSearchParams(address.hash.slice(1));
  const session = members.get("session");
  return session && !/^\.+$/.test(session) ? { session, token: members.get("token"), looks: members.has("look") } : null;
}

/**
 * The address that invites to a session.
 * @param {URL} address of the page
 * @param {Invitation} invitation
 */
export function addressInviting(address, { session, token, looks }) {
  const members = new URLSearchParams(token ? { session, token } : { session });
  if (looks) members.set("look", "true");
  const inviting = new URL(address);
  inviting.search = "";
  inviting.hash = members.toString();
  return inviting.href;
}
