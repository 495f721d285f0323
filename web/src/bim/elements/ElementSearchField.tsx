import { Search } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from '../../base/navigation.tsx'
import { paths } from '../../base/paths.ts'
import { Input } from '../../ui/Input.tsx'
import { useElementText } from './text.ts'

/** Search field that opens the results page on Enter. */
export function ElementSearchField({ projectId }: { projectId: string }) {
  const text = useElementText()
  const navigate = useNavigate()
  const [q, setQ] = useState('')
  return (
    <search className="max-sm:w-full">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          navigate(paths.elements(projectId, q.trim()))
        }}
      >
        <Input
          type="search"
          aria-label={text.search}
          placeholder={text.search}
          icon={<Search aria-hidden />}
          enterKeyHint="search"
          maxLength={200}
          value={q}
          onChange={setQ}
          className="w-full sm:w-56"
        />
      </form>
    </search>
  )
}
