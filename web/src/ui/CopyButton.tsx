import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { Button } from './Button.tsx'
import { useUiText } from './text.tsx'
import { useCopy } from './use-copy.ts'

const said_ms = 2000

/**
 * Copies a text to the clipboard and confirms it briefly.
 *
 *     <CopyButton text={codes.join('\n')} />
 */
export function CopyButton(props: { text: string; label?: string; size?: 'normal' | 'small' }) {
  const words = useUiText()
  const [copied, setCopied] = useState(false)
  const copy = useCopy()
  async function press() {
    if (!(await copy(props.text))) return
    setCopied(true)
    setTimeout(() => setCopied(false), said_ms)
  }
  return (
    <Button
      size={props.size}
      icon={copied ? <Check aria-hidden /> : <Copy aria-hidden />}
      onClick={() => void press()}
    >
      <span role="status">{copied ? words.copied : (props.label ?? words.copy)}</span>
    </Button>
  )
}
