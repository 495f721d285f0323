import * as z from 'zod/mini'

/** The names of the project's custom fields of issues in conflicts, orders, the log and notifications. */

export const CUSTOM_PREFIX = 'custom_fields.'
export type CustomFieldKey = `${typeof CUSTOM_PREFIX}${string}`
export const buildCustomKey = (id: string): CustomFieldKey => `${CUSTOM_PREFIX}${id}`
export const isCustomKey = (field: string): field is CustomFieldKey => field.startsWith(CUSTOM_PREFIX)
/** The id of a field by such a name; null for other fields of an issue. */
export const parseCustomKey = (field: string): string | null =>
  field.startsWith(CUSTOM_PREFIX) ? field.slice(CUSTOM_PREFIX.length) : null

const KEY = String.raw`custom_fields\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}`
/** A custom field to group by. */
export const CustomGroup = z
  .string()
  .check(z.regex(new RegExp(`^${KEY}$`))) as unknown as z.ZodMiniType<CustomFieldKey>
/** A custom field to sort by; a leading `-` means descending. */
export const CustomOrder = z.string().check(z.regex(new RegExp(`^-?${KEY}$`))) as unknown as z.ZodMiniType<
  CustomFieldKey | `-${CustomFieldKey}`
>
