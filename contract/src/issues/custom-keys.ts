/** The names of the project's own fields of issues in conflicts, in the log and in notifications. */

export const CUSTOM_PREFIX = 'custom_fields.'
export type CustomFieldKey = `${typeof CUSTOM_PREFIX}${string}`
export const buildCustomKey = (id: string): CustomFieldKey => `${CUSTOM_PREFIX}${id}`
/** The id of a field by such a name; null for other fields of an issue. */
export const parseCustomKey = (field: string): string | null =>
  field.startsWith(CUSTOM_PREFIX) ? field.slice(CUSTOM_PREFIX.length) : null
