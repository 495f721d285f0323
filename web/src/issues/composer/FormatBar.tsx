import {
  AtSign,
  Bold,
  Camera,
  Code,
  Hash,
  Italic,
  Link,
  List,
  ListOrdered,
  Paperclip,
  TextQuote,
} from 'lucide-react'
import { type ComponentType, useRef } from 'react'
import { Toolbar, ToolbarButton, ToolbarSeparator } from '../../ui/Toolbar.tsx'
import { type TextFormat, textFormats } from './formatting.ts'
import { useComposerText } from './text.ts'

const icons: Record<TextFormat, ComponentType<{ 'aria-hidden'?: boolean }>> = {
  bold: Bold,
  italic: Italic,
  code: Code,
  link: Link,
  quote: TextQuote,
  list: List,
  numbers: ListOrdered,
}
const keys: Partial<Record<TextFormat, string>> = { bold: 'Ctrl B', italic: 'Ctrl I', code: 'Ctrl E' }

/** Toolbar of the composer; narrow screens show only attaching, photos and mentions. */
export function FormatBar(props: {
  onFormat: (format: TextFormat) => void
  onMention: () => void
  onIssue?: () => void
  onFiles?: (files: File[]) => void
}) {
  const text = useComposerText()
  const { onFiles } = props
  const files = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const chosen = (input: HTMLInputElement) => {
    onFiles?.([...(input.files ?? [])])
    input.value = ''
  }
  return (
    <>
      <input
        ref={files}
        type="file"
        hidden
        multiple
        aria-label={text.attach}
        onChange={(event) => chosen(event.currentTarget)}
      />
      <input
        ref={camera}
        type="file"
        hidden
        accept="image/*"
        capture="environment"
        aria-label={text.photo}
        onChange={(event) => chosen(event.currentTarget)}
      />
      <Toolbar label={text.formatting} className="min-w-0 flex-wrap">
        {onFiles && (
          <>
            <ToolbarButton
              size="small"
              name={text.attach}
              icon={<Paperclip aria-hidden />}
              onClick={() => files.current?.click()}
            />
            <span className="hidden pointer-coarse:contents">
              <ToolbarButton
                size="small"
                name={text.photo}
                icon={<Camera aria-hidden />}
                onClick={() => camera.current?.click()}
              />
            </span>
          </>
        )}
        <ToolbarButton
          size="small"
          name={text.mention}
          keys="@"
          icon={<AtSign aria-hidden />}
          onClick={props.onMention}
        />
        {props.onIssue && (
          <ToolbarButton
            size="small"
            name={text.mentionIssue}
            keys="#"
            icon={<Hash aria-hidden />}
            onClick={props.onIssue}
          />
        )}
        <span className="hidden items-center gap-0.5 @sm:flex">
          <ToolbarSeparator />
          {textFormats.map((format) => {
            const Icon = icons[format]
            return (
              <ToolbarButton
                key={format}
                size="small"
                name={text.formats[format]}
                keys={keys[format]}
                icon={<Icon aria-hidden />}
                onClick={() => props.onFormat(format)}
              />
            )
          })}
        </span>
      </Toolbar>
    </>
  )
}
