import { Mic } from 'lucide-react'
import { useDictation } from '../base/dictation.ts'
import type { ButtonLook } from '../ui/button-look.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { toast } from '../ui/toast.ts'
import { useDetailText } from './detail/text.ts'

/** Adds spoken words to a text; not there on devices that cannot recognise speech themselves. */
export function DictateButton({ onWords, look }: { onWords: (words: string) => void; look?: ButtonLook }) {
  const text = useDetailText()
  const { listening, toggle } = useDictation(onWords, (error) =>
    toast.error({ text: error === 'not_allowed' ? text.noMicrophone : text.dictationFailed }),
  )
  if (!toggle) return null
  return (
    <IconButton
      size="small"
      look={look}
      name={text.dictate}
      pressed={listening}
      icon={<Mic aria-hidden />}
      onClick={toggle}
    />
  )
}
