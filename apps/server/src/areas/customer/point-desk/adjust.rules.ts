import { POINT_ADJUSTMENT_STATE as S, type PointAdjustmentState } from '@chauffeur/contract/customer/points-model'
import { defineMachine } from '#platform/machine/machine'

/** What is given or taken by hand: somebody asks for it, and where it is much somebody else decides. */
export const adjustmentMachine = defineMachine<PointAdjustmentState, 'approve' | 'refuse' | 'takeBack', 'OPERATOR'>({
  states: [S.waiting, S.done, S.refused, S.takenBack],
  begins: [S.waiting],
  rests: [S.done, S.refused, S.takenBack],
  events: {
    approve: { from: [S.waiting], to: S.done, by: ['OPERATOR'] },
    refuse: { from: [S.waiting], to: S.refused, by: ['OPERATOR'] },
    takeBack: { from: [S.waiting], to: S.takenBack, by: ['OPERATOR'] },
  },
})

/** Whether it takes a second person: by what the same person gave or took of the same customer within a day, so that a sum is not cut into small ones. */
export const needsSecond = (points: number, sameDay: number, fromPoints: number): boolean => Math.abs(points) + sameDay >= fromPoints
