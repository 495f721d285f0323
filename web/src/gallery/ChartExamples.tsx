import { Clock, MessageSquare, Play, Ruler, Scissors } from 'lucide-react'
import { useState } from 'react'
import { Avatar } from '../ui/Avatar.tsx'
import { Card } from '../ui/Card.tsx'
import { BarChart } from '../ui/charts/BarChart.tsx'
import { Donut } from '../ui/charts/Donut.tsx'
import { Sparkline } from '../ui/charts/Sparkline.tsx'
import { StackedBar } from '../ui/charts/StackedBar.tsx'
import { Menu, MenuItem } from '../ui/Menu.tsx'
import { SplitPane } from '../ui/SplitPane.tsx'
import { Stat } from '../ui/Stat.tsx'
import { statusLook } from '../ui/StatusBadge.tsx'
import { Timeline } from '../ui/Timeline.tsx'
import { Toolbar, ToolbarButton, ToolbarSeparator } from '../ui/Toolbar.tsx'
import { VirtualList } from '../ui/VirtualList.tsx'
import { Example } from './Example.tsx'
import { people } from './people.ts'

const statuses = [
  { label: 'Open', value: 12, fill: statusLook.OPEN.fill, href: '#open' },
  { label: 'In progress', value: 7, fill: statusLook.IN_PROGRESS.fill },
  { label: 'Resolved', value: 4, fill: statusLook.RESOLVED.fill },
  { label: 'Reopened', value: 2, fill: statusLook.REOPENED.fill },
  { label: 'Closed', value: 31, fill: statusLook.CLOSED.fill },
  { label: 'Void', value: 1, fill: statusLook.VOID.fill },
]
const trades = [
  'Structure',
  'Plumbing',
  'Electrical',
  'Facade',
  'Fire protection',
  'Heating and ventilation',
].map((label, index) => ({ label, value: 31 - index * 5, href: `#${index}` }))
const weeks = Array.from({ length: 12 }, (_, week) => ({
  label: `Week ${36 + week}`,
  values: [4 + ((week * 7) % 9), 2 + ((week * 5) % 7), week % 4],
}))
const messages = Array.from({ length: 2000 }, (_, index) => ({
  id: `m${index}`,
  text: `Message ${index + 1}`,
}))
const opened = [4, 6, 9, 7, 12, 14, 11, 12]

export function ChartExamples() {
  const [width, setWidth] = useState(220)
  const [measuring, setMeasuring] = useState(false)
  const [result, setResult] = useState('')
  return (
    <>
      <h2 className="pt-6 pb-3 font-semibold text-20">Numbers and places</h2>
      <Example name="Stat and Sparkline">
        <div className="flex flex-wrap gap-3">
          <Stat
            label="Open"
            value={12}
            href="#open"
            chart={<Sparkline label="Open, 8 weeks" values={opened} />}
          />
          <Stat label="Overdue" value={2} href="#overdue" note="1 more than last week" />
          <Stat label="Closed this week" value={1204} />
        </div>
      </Example>
      <Example name="Donut, BarChart, StackedBar">
        <div className="grid gap-4 sm:grid-cols-2">
          <Card title="By status" level={3}>
            <Donut label="Issues by status" items={statuses} />
          </Card>
          <Card title="By trade" level={3}>
            <BarChart label="Issues by trade" items={trades} />
          </Card>
          <Card title="Last 12 weeks" level={3}>
            <StackedBar
              label="Last 12 weeks"
              series={[{ label: 'Opened' }, { label: 'Closed' }, { label: 'Reopened' }]}
              columns={weeks}
            />
          </Card>
          <Card title="Trades as parts" level={3}>
            <Donut label="Trades as parts" items={trades} />
          </Card>
        </div>
      </Example>
      <Example name="Timeline">
        <Timeline
          label="Comments and activity"
          entries={[
            {
              id: '1',
              sign: <Clock aria-hidden />,
              title: 'Ana Lindqvist opened this issue',
              time: { text: '11/14/26', iso: '2026-11-14T08:12:00Z', title: '14-11-2026 09:12:00' },
            },
            {
              id: '2',
              sign: <Avatar person={people[1]} size="small" decorative />,
              title: <strong className="font-medium">Tomasz Wrona</strong>,
              time: { text: '2 h ago', iso: '2026-11-20T08:12:00Z', title: '20-11-2026 09:12:00' },
              children: <p>Injected with resin this morning. Please look again on Monday.</p>,
            },
            {
              id: '3',
              sign: <MessageSquare aria-hidden />,
              title: 'Resolved',
              time: { text: '1 h ago', iso: '2026-11-20T09:12:00Z', title: '20-11-2026 10:12:00' },
            },
          ]}
        />
      </Example>
      <Example name="Toolbar">
        <Toolbar label="Model tools" floating className="w-fit">
          <ToolbarButton
            name="Measure"
            keys="M"
            icon={<Ruler aria-hidden />}
            pressed={measuring}
            onClick={() => setMeasuring(!measuring)}
          />
          <ToolbarButton
            name="Section box"
            keys="X"
            icon={<Scissors aria-hidden />}
            disabled="Load a model first"
          />
          <ToolbarSeparator />
          <Menu trigger={<ToolbarButton name="Walk" icon={<Play aria-hidden />} />}>
            <MenuItem onSelect={() => setResult('walk')}>Walk</MenuItem>
          </Menu>
        </Toolbar>
        <output className="text-13 text-text-muted">{result}</output>
      </Example>
      <Example name="SplitPane and VirtualList">
        <SplitPane
          size={width}
          onSize={setWidth}
          min={120}
          max={400}
          className="h-56 rounded-card border border-line bg-surface"
          side={
            <VirtualList
              label="Messages"
              className="h-full"
              items={messages}
              itemKey={(message) => message.id}
              estimate_px={36}
              onOpen={(message) => setResult(message.text)}
            >
              {(message) => <p className="border-line border-b px-3 py-2">{message.text}</p>}
            </VirtualList>
          }
        >
          <p className="p-3 text-text-muted">The line between moves with a drag or with the arrow keys.</p>
        </SplitPane>
      </Example>
    </>
  )
}
