import { type CDPSession, expect, type Page } from '@playwright/test'
import { test } from './test.ts'
import { arrived, canvas, drawn, openDemo, said, spot } from './viewer-parts.ts'

/** Every tool of the viewer once by touch, on a phone of 360 px, on the models of the demo. */

test.describe.configure({ mode: 'serial' })

let phone: Page
let address = ''
let fingers: CDPSession

type Point = { x: number; y: number }

/** Fingers that go down together, move together and leave together. */
async function drag(from: Point[], to: Point[], hold_ms = 0) {
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]) =>
    fingers.send('Input.dispatchTouchEvent', { type, touchPoints })
  await send('touchStart', from)
  for (const share of [0.25, 0.5, 0.75, 1]) {
    const between = (at: number, axis: 'x' | 'y') =>
      (from[at]?.[axis] ?? 0) + ((to[at]?.[axis] ?? 0) - (from[at]?.[axis] ?? 0)) * share
    if (hold_ms === 0)
      await send(
        'touchMove',
        from.map((_, at) => ({ x: between(at, 'x'), y: between(at, 'y') })),
      )
    else await phone.waitForTimeout(hold_ms / 4)
  }
  // let go at rest: a browser takes the next tap as the end of a fling
  await phone.waitForTimeout(100)
  await send('touchMove', to)
  await send('touchEnd', [])
}

/** Twice within a tenth of a second, however long the machine takes to pass it on. */
async function doubleTap(point: Point) {
  const now = Date.now() / 1000
  for (const [type, after] of [
    ['touchStart', 0],
    ['touchEnd', 0.03],
    ['touchStart', 0.1],
    ['touchEnd', 0.13],
  ] as const) {
    const touchPoints = type === 'touchStart' ? [point] : []
    await fingers.send('Input.dispatchTouchEvent', { type, touchPoints, timestamp: now + after })
  }
}

async function at(x: number, y: number): Promise<Point> {
  const [left, top] = await spot(phone, x, y)
  return { x: left, y: top }
}

const tool = (name: string) => phone.getByRole('button', { name, exact: true })
const pill = (text: RegExp) => phone.getByRole('status').getByText(text)

/** A tool of the menu. */
async function more(name: string, role: 'menuitem' | 'menuitemcheckbox' = 'menuitem') {
  await tool('More tools').tap()
  await phone.getByRole(role, { name }).tap()
}

/** Runs an action, and waits until the camera has moved. */
async function moves(act: () => Promise<unknown>) {
  const pose = () => new URL(phone.url()).searchParams.get('at')
  const before = pose()
  await act()
  await expect.poll(pose).not.toBe(before)
}

test.beforeAll(async ({ browser, baseURL }) => {
  const context = await browser.newContext({
    baseURL,
    hasTouch: true,
    isMobile: true,
    viewport: { width: 360, height: 740 },
    reducedMotion: 'reduce',
    acceptDownloads: true,
  })
  const opened = await openDemo(context)
  phone = opened.page
  address = opened.address
  fingers = await context.newCDPSession(phone)
})
test.afterAll(() => phone.context().close())

test('fingers turn, move, zoom, fit and open the menu', async () => {
  const [left, middle, right] = [await at(0.2, 0.5), await at(0.4, 0.5), await at(0.6, 0.5)]
  await moves(() => drag([left], [right]))
  await moves(() => drag([left, middle], [middle, right]))
  await moves(() => drag([left, right], [middle, { ...middle, x: middle.x + 10 }]))
  await tool('Turn the view').tap()
  await moves(() => tool('Zoom in').tap())
  await phone.keyboard.press('Escape')
  await moves(() => more('Home view'))
  await moves(() => doubleTap(middle))
  await moves(() => more('Home view'))
  await phone.touchscreen.tap(middle.x, middle.y)
  await expect(said(phone)).toHaveText(/selected$/)
  await moves(() => tool('Fit to view').tap())
  await moves(() => more('Home view'))
  await drag([middle], [middle], 800)
  await phone.getByRole('menuitem', { name: 'Isolate' }).tap()
  await expect(pill(/^[\d,]+ hidden$/)).toBeVisible()
  await phone.getByRole('status').getByRole('button', { name: 'Undo' }).tap()
  await expect(pill(/hidden$/)).toHaveCount(0)
})

test('a tap shows the name and storey of the element, and an issue with a photo is two taps away', async () => {
  const bar = phone.getByRole('region', { name: 'Selection' })
  await more('Home view')
  const { x, y } = await at(0.4, 0.5)
  await phone.touchscreen.tap(x, y)
  await expect(bar).toContainText(/\d\d \w+/)
  await bar.getByRole('button', { name: 'Info' }).tap()
  await expect(phone.getByText('GlobalId', { exact: true })).toBeVisible()
  await phone.getByRole('dialog').getByRole('button', { name: 'Close' }).tap()
  await bar.getByRole('button', { name: 'Issue' }).tap()
  const card = phone.getByRole('form', { name: 'New issue' })
  await expect(card.getByRole('button', { name: 'Take photo' })).toBeVisible()
  for (const name of ['Type', 'Trade']) await expect(card.getByRole('combobox', { name })).toBeVisible()
  await expect(
    card.getByRole('textbox', { name: 'Labels' }).or(card.getByLabel('Labels')).first(),
  ).toBeVisible()
  await card.getByRole('button', { name: 'Cancel' }).tap()
})

test('the whole building is framed next to the panels, also when a card opens', async () => {
  await more('Home view')
  const visible = () =>
    canvas(phone).evaluate((element: HTMLCanvasElement) => {
      const frame = element.getBoundingClientRect()
      const covers = [...document.querySelectorAll('[data-over-canvas]')]
        .map((each) => each.getBoundingClientRect())
        .filter(({ width, height }) => width > 200 && height > 0)
      const bottom = Math.min(
        frame.bottom,
        ...covers.filter(({ top }) => top > frame.top + frame.height / 3).map(({ top }) => top),
      )
      const top = Math.max(
        frame.top,
        ...covers
          .filter(({ bottom: end }) => end < frame.top + frame.height / 3)
          .map(({ bottom: end }) => end),
      )
      return (bottom - top) / frame.height
    })
  // before: the building was fitted into the lower 40 %
  expect(await visible()).toBeGreaterThan(0.55)
  await moves(() => tool('Measure').tap())
  await expect(phone.getByRole('region', { name: 'Measure' })).toBeVisible()
  await moves(() =>
    phone.getByRole('region', { name: 'Measure' }).getByRole('button', { name: 'Close' }).tap(),
  )
})

test('the whole building is framed above a sheet', async () => {
  await more('Home view')
  const middle = await at(0.5, 0.55)
  await phone.touchscreen.tap(middle.x, middle.y)
  await tool('Info').tap()
  const sheet = phone.getByRole('dialog', { name: 'Properties' })
  await expect(sheet.getByText('Class', { exact: true })).toBeVisible()
  const top = (await sheet.boundingBox())?.y ?? 0
  // a second tap soon after the first one would fit the view
  const isGroundAt = async (y: number) => {
    await phone.touchscreen.tap(middle.x, y)
    await drawn(phone, 3)
    return (await said(phone).count()) === 0
  }
  await expect.poll(() => isGroundAt(top - 8), { intervals: [1000] }).toBe(true)
  await expect.poll(() => isGroundAt(top - 100), { intervals: [1000] }).toBe(false)
  await sheet.getByRole('button', { name: 'Close' }).tap()
})

test('a long press measures through a lens, and dragging adjusts the point', async () => {
  await tool('Measure').tap()
  const lens = phone.locator('.plumbline-lens')
  const press = async (from: Point, to: Point) => {
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]) =>
      fingers.send('Input.dispatchTouchEvent', { type, touchPoints })
    await send('touchStart', [from])
    await expect(lens).toBeVisible()
    await send('touchMove', [to])
    await send('touchEnd', [])
    await expect(lens).toBeHidden()
  }
  const [one, other] = [await at(0.35, 0.45), await at(0.55, 0.45)]
  await press(one, { x: one.x + 6, y: one.y + 6 })
  await press(other, { x: other.x + 6, y: other.y + 6 })
  await expect(phone.locator('.plumbline-measure-label')).toHaveCount(1)
  await phone.getByRole('region', { name: 'Measure' }).getByRole('button', { name: 'Close' }).tap()
  await tool('Clear').tap()
})

test('the visible element is hidden, faded, cut and measured with one thumb', async () => {
  await tool('Hide').tap()
  await expect(pill(/^1 hidden$/)).toBeVisible()
  await tool('Show all').tap()
  await expect(pill(/hidden$/)).toHaveCount(0)
  await more('Ghost others')
  await expect(pill(/ghosted$/)).toBeVisible()
  await more('Undo hide or show')
  await expect(pill(/ghosted$/)).toHaveCount(0)
  await more('Redo hide or show')
  await more('Show all')
  await expect(pill(/ghosted$/)).toHaveCount(0)

  await tool('Measure').tap()
  const measure = phone.getByRole('region', { name: 'Measure' })
  await measure.getByRole('button', { name: 'Edge' }).tap()
  await expect(measure.getByText('Choose an edge. Hold your finger down for a lens.')).toBeVisible()
  const { x, y } = await at(0.4, 0.5)
  await phone.touchscreen.tap(x, y)
  await measure.getByRole('button', { name: 'Show details' }).tap()
  await expect(measure.getByRole('listitem')).toHaveCount(1)
  await tool('Section').tap()
  await expect(measure).toHaveCount(0)
  await phone.getByRole('switch', { name: 'Section box' }).tap()
  await expect(pill(/^Section on$/)).toBeVisible()
  const handle = phone.locator('.plumbline-section-handle').first()
  const box = await handle.boundingBox()
  const grip = { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 }
  const before = await handle.getAttribute('style')
  await drag([grip], [{ x: grip.x + 25, y: grip.y + 10 }])
  await expect(handle).not.toHaveAttribute('style', before ?? '')
  await phone.getByRole('region', { name: 'Section' }).getByRole('button', { name: 'Close' }).tap()
  await tool('Reset').tap()
  await tool('Clear').tap()
  await expect(pill(/measurement/)).toHaveCount(0)
})

test('a finger draws the rectangle that selects', async () => {
  await more('Select by rectangle')
  await expect(pill(/^Drag right /)).toBeVisible()
  await drag([await at(0.9, 0.7)], [await at(0.1, 0.3)])
  await expect(said(phone)).toHaveText(/^[\d,]+ elements selected$/)
  await expect(pill(/^Drag right /)).toHaveCount(0)
})

test('plan, walking, colours, pins, views, a picture and a new issue are in the menu or next to it', async () => {
  await phone.goto(address)
  await arrived(phone)
  await more('Plan')
  await expect(pill(/^Plan of /)).toBeVisible()
  await more('Orbit')
  await expect(pill(/^Plan of /)).toHaveCount(0)
  await more('Walk')
  await expect(phone.getByText('Move with the joystick, drag to look.')).toBeVisible()
  const stick = await phone.locator('.plumbline-stick').boundingBox()
  const grip = { x: (stick?.x ?? 0) + 56, y: (stick?.y ?? 0) + 56 }
  await moves(async () => {
    const touchPoints = [{ x: grip.x, y: grip.y - 40 }]
    await fingers.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
    await drawn(phone, 10)
    await fingers.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  })
  await tool('Stop').tap()
  await more('Parallel view', 'menuitemcheckbox')
  await expect(phone).toHaveURL(/[?&]at=o_/)
  await phone.keyboard.press('Escape')
  await more('Colours')
  await phone.getByRole('combobox', { name: 'Colour by' }).tap()
  await phone.getByRole('option', { name: 'Class' }).tap()
  await expect(pill(/^Coloured by Class$/)).toBeVisible()
  await phone.getByRole('region', { name: 'Colours' }).getByRole('button', { name: 'Close' }).tap()
  await more('Issue pins')
  await more('Issue pins')
  await more('Save view')
  await expect(phone.getByRole('dialog', { name: 'Save view' })).toBeVisible()
  await phone.getByRole('button', { name: 'Cancel' }).tap()
  const download = phone.waitForEvent('download')
  await more('Snapshot')
  expect((await download).suggestedFilename()).toBe('Demo Tower.png')
  await tool('New issue').tap()
  await expect(phone.getByLabel(/^Title/)).toBeFocused()
  await phone.getByRole('button', { name: 'Cancel' }).tap()
})

test('panels are sheets, and nothing is wider than the phone', async () => {
  await tool('Show the panel').tap()
  await expect(phone.getByRole('tree', { name: 'Tree' })).toBeVisible()
  await expect(phone.getByRole('slider', { name: /height/i })).toBeAttached()
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await phone.reload()
  await arrived(phone)
  await expect(canvas(phone)).toBeVisible()
})

test('an issue is filed with the view as it was before its card moved the picture', async () => {
  const eyeInUrl = () => new URL(phone.url()).searchParams.get('at')?.split('_')[1] ?? ''
  await tool('Turn the view').tap()
  await moves(() => tool('Zoom in').tap())
  await phone.keyboard.press('Escape')
  const eye = eyeInUrl()
  await tool('New issue').tap()
  await expect.poll(eyeInUrl).not.toBe(eye)
  const created = phone.waitForRequest((sent) => sent.method() === 'POST' && sent.url().endsWith('/issue'))
  await phone.getByLabel(/^Title/).fill('Seen from here')
  await phone.getByRole('button', { name: 'Create', exact: true }).tap()
  type Camera = { camera_view_point: Record<'x' | 'y' | 'z', number> }
  const { viewpoints } = (await created).postDataJSON() as {
    viewpoints: { perspective_camera?: Camera; orthogonal_camera?: Camera }[]
  }
  const { perspective_camera, orthogonal_camera } = viewpoints[0] ?? {}
  const at = (perspective_camera ?? orthogonal_camera)?.camera_view_point
  expect([at?.x, at?.y, at?.z].map((value) => value?.toFixed(2))).toEqual(
    eye.split(',').map((value) => Number(value).toFixed(2)),
  )
  await phone.getByRole('button', { name: 'Undo' }).tap()
})

test('every tool stays on the screen of a tablet and of a phone that lies on its side', async () => {
  const isOnScreen = async (name: string, width: number) => {
    const box = await tool(name).boundingBox()
    return box !== null && box.x >= 0 && box.x + box.width <= width
  }
  for (const [width, height] of [
    [740, 360],
    [820, 1180],
    [936, 1368],
    [1024, 768],
  ] as const) {
    await phone.setViewportSize({ width, height })
    for (const name of ['Fit to view', 'More tools', 'New issue'])
      await expect.poll(() => isOnScreen(name, width), `${name} at ${width} px`).toBe(true)
  }
})
