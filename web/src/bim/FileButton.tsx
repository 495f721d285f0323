import { Upload } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../ui/Button.tsx'

/** A button that asks for files. */
export function FileButton(props: {
  label: string
  accept: string
  many?: boolean
  size?: 'normal' | 'small'
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
        aria-label={props.label}
        multiple={props.many}
        accept={props.accept}
        onChange={(event) => {
          props.onFiles([...(event.currentTarget.files ?? [])])
          event.currentTarget.value = ''
        }}
      />
      <Button
        size={props.size}
        icon={<Upload aria-hidden />}
        disabled={props.disabled}
        onClick={() => input.current?.click()}
      >
        {props.label}
      </Button>
    </>
  )
}
