import { expect, test } from 'vitest'
import { areModelsLoaded } from './are-models-loaded.ts'
import { buildModelId } from './model-id.ts'
import { INITIAL_STATE, type LoadedModel } from './session-state.ts'

const model = (id: string, isRead: boolean) => ({ id, structure: isRead ? {} : null }) as LoadedModel

test('A version loaded for a comparison does not count as a wanted model', () => {
  const older = model(buildModelId('a', 'a-1'), true)
  const state = { ...INITIAL_STATE, models: [model('a', true), older, model('b', false)] }
  expect(areModelsLoaded(state, 2)).toBe(false)
  expect(areModelsLoaded({ ...state, models: [model('a', true), older, model('b', true)] }, 2)).toBe(true)
  expect(areModelsLoaded({ ...state, failed: ['b'] }, 2)).toBe(true)
})
