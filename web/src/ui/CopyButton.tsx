import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { Button } from './Button.tsx'
import { copyText } from './copy-text.ts'
import { useUiText } from './text.tsx'

const said_ms = 2000

/**
 * Copies a text to the clipboard and confirms it briefly.
 *
 *     <CopyButton text={codes.join('\n')} />
 */
export function CopyButton(props: { text: string; label?: string; size?: 'normal' | 'small' }) {
  const words = useUiText()
  const [copied, setCopied] = useState(false)
  async function copy() {
    if (!(await copyText(props.text, words.notCopied))) return
    setCopied(true)
    setTimeout(() => setCopied(false), said_ms)
  }
  return (
    <Button
      size={props.size}
      icon={copied ? <Check aria-hidden /> : <Copy aria-hidden />}
      onClick={() => void copy()}
    >
      <span role="status">{copied ? words.copied : (props.label ?? words.copy)}</span>
    </Button>
  )
}
