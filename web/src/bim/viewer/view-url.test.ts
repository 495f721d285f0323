import { expect, test } from 'vitest'
import { addModel, EMPTY_VIEW, formatViewParams, parseViewParams, type ViewState } from './view-url.ts'

const guid = (at: number) => `0VbIsZtR94gQ0HZvHK0${String(at).padStart(3, '0')}`
const state: ViewState = {
  ...EMPTY_VIEW,
  pose: {
    eye: [2_683_000.125, -12.5, 8],
    forward: [0.6, 0.8, 0],
    up: [0, 0, 1],
    fov_deg: 45,
    focus_m: 12.25,
    projection: 'perspective',
  },
  clipping: [{ location: [1, 2, 3.5], direction: [0, 0, 1] }],
  select: [guid(1), guid(2)],
  hide: [guid(3)],
  solid: [guid(4), guid(5)],
  storey: 'Level 2',
}

test('A view formatted as URL parameters is parsed back unchanged', () => {
  expect(parseViewParams(formatViewParams(state))).toEqual(state)
  expect(parseViewParams(formatViewParams(EMPTY_VIEW))).toEqual(EMPTY_VIEW)
})

test('Elements of several models are parsed back with the models that they were shown in', () => {
  const [first, second] = ['0193f0a0-1b2c-7d3e-8f40-9a8b7c6d5e4f', '0193f0a0-1b2c-7d3e-8f40-1a2b3c4d5e6f']
  const select = [addModel(guid(1), first), addModel(guid(2), first), addModel(guid(1), second)]
  const search = formatViewParams({ ...EMPTY_VIEW, select })
  expect(search.select).toBe(`7c6d5e4f,${guid(1)},${guid(2)},3c4d5e6f,${guid(1)}`)
  expect(parseViewParams(search).select).toEqual(select)
})

test('A plan keeps its up direction and omits its own clipping planes', () => {
  const above: ViewState = {
    ...state,
    plan: true,
    pose: { ...state.pose!, forward: [0, 0, -1], up: [0.6, 0.8, 0], projection: 'orthographic' },
  }
  expect(parseViewParams(formatViewParams(above))).toEqual({ ...above, clipping: [] })
})

test('Lists that do not fit into the URL are omitted, and a selection is limited to a hundred elements', () => {
  const many = Array.from({ length: 400 }, (_, at) => guid(at % 999))
  const search = formatViewParams({ ...state, select: many, hide: many, solid: many })
  expect([search.hide, search.solid]).toEqual([undefined, undefined])
  expect(search.select?.split(',')).toHaveLength(100)
  expect(search.at).toBeDefined()
})

test('Invalid URL parameters are ignored', () => {
  const nonsense = {
    at: 'p_1,2_x_3',
    cut: '1,2,3_0,0,0~nan',
    select: "abc,<script>,'",
    hide: 'x',
    solid: '../..',
    plan: 'yes',
  }
  expect(parseViewParams(nonsense)).toEqual(EMPTY_VIEW)
  expect(parseViewParams({ at: 'p_1,2,3_0,1,0_-5' }).pose).toBeNull()
})
