import { Upload } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../../ui/Button.tsx'

/** A button that asks for files. */
export function FileButton(props: {
  label: string
  /** its accessible name, where the label alone does not say for what */
  name?: string
  accept: string
  many?: boolean
  size?: 'normal' | 'small'
  look?: 'primary' | 'secondary'
  disabled?: boolean | string
  onFiles: (files: File[]) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={props.name ?? props.label}
        multiple={props.many}
        accept={props.accept}
        onChange={(event) => {
          props.onFiles([...(event.currentTarget.files ?? [])])
          event.currentTarget.value = ''
        }}
      />
      <Button
        aria-label={props.name}
        size={props.size}
        look={props.look}
        icon={<Upload aria-hidden />}
        disabled={props.disabled}
        onClick={() => input.current?.click()}
      >
        {props.label}
      </Button>
    </>
  )
}
