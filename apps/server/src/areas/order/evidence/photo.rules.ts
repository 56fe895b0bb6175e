import { defineMachine, type Transition } from '#platform/machine/machine'
import type { PhotoVerdict } from '@chauffeur/contract/quality/photo-model'

type By = 'OPERATOR' | 'DRIVER' | 'TIMER'

/** What is said of a picture may be said otherwise later, until another was taken in its place. */
export const photoMachine = defineMachine({
  states: ['NONE', 'OK', 'BAD', 'RETAKE', 'RETAKEN'] as PhotoVerdict[],
  begins: ['NONE'] as PhotoVerdict[],
  rests: ['NONE', 'OK', 'BAD', 'RETAKEN'] as PhotoVerdict[],
  events: {
    ok: { from: ['NONE', 'BAD', 'RETAKE'], to: 'OK', by: ['OPERATOR'] },
    bad: { from: ['NONE', 'OK', 'RETAKE'], to: 'BAD', by: ['OPERATOR'] },
    retake: { from: ['NONE', 'OK', 'BAD'], to: 'RETAKE', by: ['OPERATOR'] },
    replace: { from: ['RETAKE'], to: 'RETAKEN', by: ['DRIVER'] },
    miss: { from: ['RETAKE'], to: 'BAD', by: ['TIMER'] },
  } satisfies Record<string, Transition<PhotoVerdict, By>>,
})
