import { createLevel } from '@plumbline/contract/projects/projects'
import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { queryClient, useWrite } from '../api/query.ts'
import { Button } from '../ui/Button.tsx'
import { Example, ExampleRow } from './Example.tsx'

function WriteButton() {
  const [answers, setAnswers] = useState(0)
  const write = useWrite(createLevel, { onDone: () => setAnswers((count) => count + 1) })
  return (
    <ExampleRow>
      <Button
        onClick={() => write.run({ params: { id: 'project' }, body: { name: 'Level 1', elevation_m: 0 } })}
      >
        Send a write
      </Button>
      <p>{answers} answered</p>
    </ExampleRow>
  )
}

/** A button that sends a write; a second press is ignored while the first is pending. */
export function WriteExample() {
  return (
    <QueryClientProvider client={queryClient}>
      <Example name="useWrite">
        <WriteButton />
      </Example>
    </QueryClientProvider>
  )
}
