import * as z from 'zod/mini'
import { LINE, repairLine, TEXT } from './characters.ts'

/** Schemas of single fields, shared by several domains. */

/** One line of text: trimmed, without line breaks and control characters, `min` to `max` code points. */
export const Line = (min: number, max: number) =>
  z.string().check(z.trim(), z.minLength(min), z.maxLength(max, { abort: true }), z.regex(LINE))
/** Multi-line text without control characters other than line breaks and tabs. */
export const Text = (max: number) =>
  z.string().check(z.trim(), z.maxLength(max, { abort: true }), z.regex(TEXT))
/** A name from a model file, repaired and cut to one line. */
export const ModelName = (max: number) => z.string().check(z.overwrite(repairLine), z.maxLength(max))

export const Id = z.uuid()
export const Instant = z.iso.datetime()
export const Day = z.iso.date()
export const Email = z
  .string()
  .check(z.trim(), z.toLowerCase(), z.maxLength(254), z.email())
  .register(z.globalRegistry, { format: 'email' })
/** ISO 3166-1 alpha-2 */
export const Country = z.string().check(z.regex(/^[A-Z]{2}$/))
/** First or last name: at least 2 characters after trimming. */
export const PersonName = Line(2, 80)
/** A length limit without composition rules; the server refuses known breached passwords. */
export const Password = z.string().check(z.minLength(12), z.maxLength(128))
export const Point = z.object({ x: z.number(), y: z.number(), z: z.number() })

/** Upload of a person's or project's picture. */
export const pictureUpload = { accepts: ['image/jpeg', 'image/png'], max_bytes: 10_000_000 } as const
/** With the current version in the URL a picture can be cached for ever. */
export const PictureQuery = z.object({ v: z.optional(Id) })

/** A PATCH or PUT body whose fields are optional, at least one of which is required. */
export const changes = <T extends z.core.$ZodShape>(shape: T) =>
  z.partial(z.object(shape)).check(
    z.refine((body) => Object.values(body as object).some((value) => value !== undefined), {
      error: 'Name at least one field',
    }),
  )

/** A file attached to an issue or a message. */
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
