/**
 * The end of an account. It stands here, right of companies and projects, because they are left first. What the
 * person wrote stays without them: every reference to a user is set to null with the row.
 */

/** What the domains further right must know: `deleted_user` among the facts of user.updated, while the row is there. */
export const deletedUser = (facts: Record<string, unknown> | undefined) =>
  facts?.deleted_user as string | undefined
