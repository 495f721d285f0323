import { expect, test } from 'vitest'
import { ElementState, GHOST, HIDDEN, SELECTED } from './element-state.ts'
import { VisibilityHistory } from './visibility-history.ts'

function opened(models = 2) {
  const states = Array.from({ length: models }, () => new ElementState(100))
  const history = new VisibilityHistory(() => states)
  const hide = (model: number, ...elements: number[]) =>
    history.record(() => states[model]?.set(elements, HIDDEN, true))
  const hidden = () => states.map((state) => [...state.with(HIDDEN)])
  return { states, history, hide, hidden }
}

test('undo and redo restore visibility over all models', () => {
  const { states, history, hide, hidden } = opened()
  hide(0, 3, 4)
  history.record(() => {
    states[0]?.clear(HIDDEN)
    states[1]?.set([7], GHOST, true)
  })
  expect(history.undo()).toBe(true)
  expect(hidden()).toEqual([[3, 4], []])
  expect(states[1]?.count(GHOST)).toBe(0)
  history.undo()
  expect(hidden()).toEqual([[], []])
  expect(history.undo()).toBe(false)
  history.redo()
  expect(hidden()).toEqual([[3, 4], []])
  history.redo()
  expect(hidden()).toEqual([[], []])
  expect([...(states[1]?.with(GHOST) ?? [])]).toEqual([7])
  expect(history.redo()).toBe(false)
})

test('a new step discards the redo steps', () => {
  const { history, hide, hidden } = opened()
  hide(0, 1)
  history.undo()
  hide(0, 2)
  expect(history.canRedo).toBe(false)
  history.undo()
  expect(hidden()).toEqual([[], []])
})

test('a change without effect adds no step, and other flags are kept', () => {
  const { states, history, hide } = opened()
  hide(0, 1)
  hide(0, 1)
  states[0]?.set([1], SELECTED, true)
  history.undo()
  expect(history.canUndo).toBe(false)
  expect(states[0]?.has(1, SELECTED)).toBe(true)
})

test('the position identifies a visibility state', () => {
  const { history, hide } = opened()
  const start = history.position
  hide(0, 1)
  const first = history.position
  hide(0, 2)
  history.undo()
  expect(history.position).toBe(first)
  history.undo()
  expect(history.position).toBe(start)
  history.redo()
  expect(history.position).toBe(first)
  history.forget()
  expect([start, first]).not.toContain(history.position)
  expect(history.canUndo || history.canRedo).toBe(false)
})

test('undo skips steps of an unloaded model', () => {
  const { states, history, hide, hidden } = opened()
  hide(0, 1)
  hide(1, 5)
  states.pop()
  expect(history.undo()).toBe(true)
  expect(hidden()).toEqual([[]])
})

test('the oldest steps beyond the limit are dropped', () => {
  const { history, hide, hidden } = opened(1)
  for (let element = 0; element < 100; element++) hide(0, element)
  history.record(() => {})
  hide(0, 100)
  let steps = 0
  while (history.undo()) steps++
  expect(steps).toBe(100)
  expect(hidden()).toEqual([[0]])
})
