import { Button } from './Button.tsx'
import { CopyButton } from './CopyButton.tsx'

/**
 * A secret that is shown only once, with a copy button; for use in a dialog that says so.
 *
 *     <OneTimeSecret value={token} copy="Copy token" done="Done" onDone={close} />
 */
export function OneTimeSecret(props: { value: string; copy: string; done: string; onDone: () => void }) {
  return (
    <>
      <p className="break-all rounded-control bg-sunken px-4 py-3">
        <code className="font-mono text-13">{props.value}</code>
      </p>
      <div className="mt-4 flex flex-wrap gap-2">
        <CopyButton text={props.value} label={props.copy} />
        <Button look="primary" className="ms-auto" onClick={props.onDone}>
          {props.done}
        </Button>
      </div>
    </>
  )
}
