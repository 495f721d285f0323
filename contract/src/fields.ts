import * as z from 'zod/mini'
import { LINE_PATTERN, repairLine, TEXT_PATTERN } from './characters.ts'
import type { ReasonCode } from './reasons.ts'

/** Schemas of single fields, shared by several domains. */

/** A trimmed single line of `min` to `max` characters without control characters. */
export const LineField = (min: number, max: number) =>
  z.string().check(z.trim(), z.minLength(min), z.maxLength(max, { abort: true }), z.regex(LINE_PATTERN))
/** Multi-line text without control characters except line breaks and tabs. */
export const TextField = (max: number) =>
  z.string().check(z.trim(), z.maxLength(max, { abort: true }), z.regex(TEXT_PATTERN))
/** Whether this runtime knows the IANA time zone; offsets such as +01:00 are none. */
function isTimeZone(name: string): boolean {
  try {
    return /^[A-Za-z]/.test(name) && Boolean(new Intl.DateTimeFormat('en-US', { timeZone: name }))
  } catch {
    return false
  }
}
/** The IANA name of a time zone, such as Europe/Berlin. */
export const TimeZoneName = LineField(1, 60).check(
  z.refine(isTimeZone, { params: { reason: 'unknown_time_zone' satisfies ReasonCode } }),
)
/** A name from a model file, repaired to a single line. */
export const ModelName = (max: number) => z.string().check(z.overwrite(repairLine), z.maxLength(max))

/** Lower case, as ids are compared; some programs write upper case. */
export const Id = z.uuid().check(z.toLowerCase())
/** Databases have no year 0, which ISO 8601 has. */
const hasYear = z.refine<string>((text) => !text.startsWith('0000'))
export const Instant = z.iso.datetime().check(hasYear)
export const Day = z.iso.date().check(hasYear)
export const Email = z
  .string()
  .check(z.trim(), z.toLowerCase(), z.maxLength(254), z.email())
  .register(z.globalRegistry, { format: 'email' })
/** ISO 3166-1 alpha-2 */
export const Country = z.string().check(z.regex(/^[A-Z]{2}$/))
/** First or last name: at least 2 characters after trimming. */
export const PersonName = LineField(2, 80)
/** Only the length is checked here; the server refuses breached and guessable passwords. */
export const Password = z.string().check(z.minLength(12), z.maxLength(128))
export const PointXyz = z.object({ x: z.number(), y: z.number(), z: z.number() })

/** Accepted uploads for pictures of users, companies and projects. */
export const pictureUpload = { accepts: ['image/jpeg', 'image/png'], max_bytes: 10_000_000 } as const
/** A picture requested with its id as `v` can be cached forever. */
export const PictureQuery = z.object({ v: z.optional(Id) })

/** A PATCH or PUT body of optional fields with at least one of them present. */
export const atLeastOneOf = <T extends z.core.$ZodShape>(shape: T) =>
  z.partial(z.object(shape)).check(
    z.refine((body) => Object.values(body as object).some((value) => value !== undefined), {
      error: 'Name at least one field',
    }),
  )

/** A reason (`reasons.ts`) as sent; a newer server may send codes that a client does not know. */
export const SentReason = z.object({
  code: z.string(),
  values: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
})
export type SentReason = z.output<typeof SentReason>

/** A file attached to an issue or a conversation. */
export const storedFile = {
  id: Id,
  name: z.string(),
  /** media type, detected from the content */
  type: z.string(),
  size: z.number(),
  /** a PHOTO is displayed and, on an issue, can be marked up */
  kind: z.enum(['PHOTO', 'FILE']),
  /** size of an upright PHOTO in pixels */
  width: z.nullable(z.number()),
  height: z.nullable(z.number()),
}
