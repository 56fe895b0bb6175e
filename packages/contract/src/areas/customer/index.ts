import { customerAppCalls, customerAppRefusals } from './app.ts'
import { customerRefusals } from './card.ts'
import { groupCalls, groupRefusals } from './group.ts'
import { levelCalls, levelRefusals } from './level.ts'
import { mergeCalls, mergeRefusals } from './merge.ts'
import { customerAppPointCalls, pointCalls, pointRefusals } from './points.ts'
import { pointConfigCalls, pointConfigRefusals } from './points-config.ts'
import { customerCalls, profileRefusals } from './profile.ts'
import { enterpriseCalls, enterpriseRefusals } from './enterprise.ts'

/** Groups of calls by the name that the operation log knows them by. */
export const calls = {
  customer: enterpriseCalls,
  customerApp: customerAppCalls,
  customers: customerCalls,
  customerLevels: levelCalls,
  customerGroup: groupCalls,
  customerMerge: mergeCalls,
  points: pointCalls,
  customerAppPoints: customerAppPointCalls,
  pointConfig: pointConfigCalls,
}
export const refusals = [
  customerAppRefusals,
  customerRefusals,
  enterpriseRefusals,
  groupRefusals,
  levelRefusals,
  mergeRefusals,
  pointRefusals,
  pointConfigRefusals,
  profileRefusals,
]
