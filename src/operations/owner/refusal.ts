/** An operator asked for what cannot be done. The message says why, in one line, and is meant for the operator. */
export class ManagementRefusal extends Error {
  override readonly name = 'ManagementRefusal';
}
