import { Bell, MessageSquare } from 'lucide-react'
import { useState } from 'react'
import { Avatar, AvatarGroup } from '../ui/Avatar.tsx'
import { Badge, CountBadge } from '../ui/Badge.tsx'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { buttonClass } from '../ui/button-look.ts'
import { Card } from '../ui/Card.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import type { IssueStatus, Priority } from '../ui/issue-codes.ts'
import { PictureDialog } from '../ui/PictureDialog.tsx'
import { PriorityBars } from '../ui/PriorityBars.tsx'
import { Progress } from '../ui/Progress.tsx'
import { Skeleton, SkeletonRows } from '../ui/Skeleton.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { UserPicture } from '../ui/UserPicture.tsx'
import { Example, ExampleRow } from './Example.tsx'
import { people } from './people.ts'

const statuses: IssueStatus[] = ['OPEN', 'IN_PROGRESS', 'RESOLVED', 'REOPENED', 'CLOSED', 'VOID']
const priorities: Priority[] = ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL']
const drawings = ['model', 'list', 'people', 'talk', 'search', 'bell', 'broken'] as const

export function FeedbackExamples() {
  const [result, setResult] = useState('')
  return (
    <>
      <h2 className="pt-6 pb-3 font-semibold text-20">Things and their states</h2>
      <Example name="StatusBadge and PriorityBars">
        <div className="flex flex-col gap-3">
          <ExampleRow>
            {statuses.map((status) => (
              <StatusBadge key={status} status={status} />
            ))}
          </ExampleRow>
          <ExampleRow>
            {statuses.map((status) => (
              <StatusBadge key={status} status={status} iconOnly />
            ))}
          </ExampleRow>
          <ExampleRow>
            {priorities.map((priority) => (
              <PriorityBars key={priority} priority={priority} showLabel />
            ))}
          </ExampleRow>
        </div>
      </Example>
      <Example name="Badge and Count">
        <ExampleRow>
          <Badge>Editor</Badge>
          <Badge tone="info">Trial</Badge>
          <Badge tone="success">Ready</Badge>
          <Badge tone="warning">Past due</Badge>
          <Badge tone="danger">Failed</Badge>
          <span className="relative">
            <IconButton name="Notifications, 3 new" icon={<Bell aria-hidden />} />
            <CountBadge value={3} />
          </span>
          <span className="relative">
            <IconButton name="Notifications, 140 new" icon={<Bell aria-hidden />} />
            <CountBadge value={140} />
          </span>
          <a
            href="#chat"
            aria-label="Chat, 140 unread messages"
            className={`${buttonClass('ghost', 'normal', true)} relative`}
          >
            <MessageSquare aria-hidden />
            <CountBadge value={140} className="absolute -end-1 -top-1" />
          </a>
        </ExampleRow>
      </Example>
      <Example name="Avatar, AvatarGroup, UserPicture">
        <ExampleRow>
          {people.map((person) => (
            <Avatar key={person.id} person={person} />
          ))}
          <Avatar person={people[0]} size="small" />
          <AvatarGroup people={people} label="6 members" />
          <UserPicture person={people[2]} onChange={() => setResult('picture')} />
          <output>{result}</output>
        </ExampleRow>
        <PictureDialog
          open={result === 'picture'}
          onClose={() => setResult('')}
          round
          max_bytes={10_000_000}
          onUpload={(picture, onProgress) => {
            onProgress(100)
            return picture.size > 0 ? Promise.resolve() : Promise.reject(new Error('this picture is empty'))
          }}
          onRemove={() => Promise.resolve()}
        >
          <Avatar person={people[2]} size="large" decorative />
        </PictureDialog>
      </Example>
      <Example name="Banner">
        <div className="flex flex-col gap-2">
          <Banner onDismiss={() => setResult('dismissed')}>
            You are offline. What you change is sent later.
          </Banner>
          <Banner tone="success">Your plan is active again.</Banner>
          <Banner tone="warning" action={<Button size="small">Go to billing</Button>}>
            The trial ends in 3 days.
          </Banner>
          <Banner tone="danger" action={<Button size="small">Try again</Button>}>
            The list could not be refreshed. What you see is from 10:42.
          </Banner>
        </div>
      </Example>
      <Example name="Progress and Spinner">
        <div className="flex max-w-120 flex-col gap-4">
          <Progress
            label="Ducts_L3.ifc"
            value={42}
            detail="12 of 28 MB,"
            action={<Button size="small">Cancel</Button>}
          />
          <Progress label="Reading geometry" value={null} />
          <ExampleRow>
            <Spinner />
            <Spinner label="Reading model" />
          </ExampleRow>
        </div>
      </Example>
      <Example name="Skeleton">
        <Skeleton>
          <SkeletonRows rows={3} />
        </Skeleton>
      </Example>
      <Example name="Card and EmptyState">
        <div className="grid gap-4 sm:grid-cols-2">
          {drawings.map((drawing) => (
            <Card key={drawing} title={drawing} level={3}>
              <EmptyState drawing={drawing} title="No issues yet" action={<Button>Create an issue</Button>}>
                An issue records something to be fixed, with its location in the model.
              </EmptyState>
            </Card>
          ))}
        </div>
      </Example>
    </>
  )
}
