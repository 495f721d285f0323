import { Badge, type Tone } from '../ui/Badge.tsx'

export interface AddressOutcome<Result extends string> {
  result: Result
  /** why it failed */
  reason?: string
}

/** The result for each invited address, with reasons for failures. */
export function AddressOutcomes<Result extends string>(props: {
  label: string
  outcomes: ReadonlyMap<string, AddressOutcome<Result>>
  texts: Readonly<Record<Result, string>>
  tones: Readonly<Record<Result, Tone>>
}) {
  if (props.outcomes.size === 0) return null
  return (
    <ul aria-label={props.label} aria-live="polite" className="my-3 divide-y divide-line">
      {[...props.outcomes].map(([email, { result, reason }]) => (
        <li key={email} className="flex items-center justify-between gap-3 py-1.5">
          <div className="min-w-0">
            <p className="truncate">{email}</p>
            {reason && <p className="text-13 text-text-muted">{reason}</p>}
          </div>
          <Badge tone={props.tones[result]}>{props.texts[result]}</Badge>
        </li>
      ))}
    </ul>
  )
}
