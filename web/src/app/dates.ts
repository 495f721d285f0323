import { format, parseISO } from 'date-fns'

/** Dates as the specification writes them, in the person's own time zone. */

/** `MM/dd/yy`, for tables */
export const shortDate = (iso: string) => format(parseISO(iso), 'MM/dd/yy')
/** `MM/dd/yy HH:mm`, for notifications */
export const shortDateTime = (iso: string) => format(parseISO(iso), 'MM/dd/yy HH:mm')
/** `MMM d, y`, in running text */
export const longDate = (iso: string) => format(parseISO(iso), 'MMM d, y')
/** `dd-MM-yyyy HH:mm:ss`, for logs and titles */
export const exactTime = (iso: string) => format(parseISO(iso), 'dd-MM-yyyy HH:mm:ss')
/** `HH:mm` */
export const clockTime = (iso: string) => format(parseISO(iso), 'HH:mm')
