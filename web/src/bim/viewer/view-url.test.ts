import { expect, test } from 'vitest'
import { EMPTY_VIEW, formatViewParams, parseViewParams, type ViewState } from './view-url.ts'

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
