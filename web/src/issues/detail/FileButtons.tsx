import { Camera, Paperclip } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { useDetailText } from './text.ts'

/** Buttons that choose files or, on touch devices, take a photo. */
export function FileButtons(props: {
  onFiles: (files: File[]) => void
  /** photos only */
  photos?: boolean
  /** across the whole width */
  wide?: boolean
  disabled?: false | string
}) {
  const text = useDetailText()
  const files = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const chosen = (input: HTMLInputElement) => {
    const list = [...(input.files ?? [])]
    if (list.length > 0) props.onFiles(list)
    input.value = ''
  }
  return (
    <div className={cx('flex flex-wrap gap-2', props.wide && 'w-full')}>
      <input
        ref={files}
        type="file"
        hidden
        multiple
        accept={props.photos ? 'image/*' : undefined}
        aria-label={text.addFiles}
        onChange={(event) => chosen(event.currentTarget)}
      />
      <input
        ref={camera}
        type="file"
        hidden
        accept="image/*"
        capture="environment"
        aria-label={text.takePhoto}
        onChange={(event) => chosen(event.currentTarget)}
      />
      <span className="hidden pointer-coarse:contents">
        <Button
          size={props.wide ? 'normal' : 'small'}
          className={props.wide ? 'flex-auto px-1.5!' : undefined}
          icon={<Camera aria-hidden />}
          disabled={props.disabled}
          onClick={() => camera.current?.click()}
        >
          {text.takePhoto}
        </Button>
      </span>
      <Button
        size={props.wide ? 'normal' : 'small'}
        className={props.wide ? 'flex-auto px-1.5!' : undefined}
        icon={<Paperclip aria-hidden />}
        disabled={props.disabled}
        onClick={() => files.current?.click()}
      >
        {text.addFiles}
      </Button>
    </div>
  )
}
