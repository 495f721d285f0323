import { Upload } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../../ui/Button.tsx'

/** Button that opens the file picker. */
export function FileButton(props: {
  label: string
  /** accessible name, if the label alone is ambiguous */
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
