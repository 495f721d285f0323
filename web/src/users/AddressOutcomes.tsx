import { Badge, type Tone } from '../ui/Badge.tsx'

/** What became of each of several invited addresses, with the reasons of those that failed. */
export function AddressOutcomes(props: {
  label: string
  outcomes: readonly { email: string; text: string; tone: Tone; reason?: string | undefined }[]
}) {
  if (props.outcomes.length === 0) return null
  return (
    <ul aria-label={props.label} aria-live="polite" className="my-3 divide-y divide-line">
      {props.outcomes.map(({ email, text, tone, reason }) => (
        <li key={email} className="flex items-center justify-between gap-3 py-1.5">
          <div className="min-w-0">
            <p className="truncate">{email}</p>
            {reason && <p className="text-13 text-text-muted">{reason}</p>}
          </div>
          <Badge tone={tone}>{text}</Badge>
        </li>
      ))}
    </ul>
  )
}
