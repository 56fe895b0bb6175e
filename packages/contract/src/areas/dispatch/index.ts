import { dispatchBlocksCalls, dispatchBlocksRefusals } from './block.ts'
import { dispatchDeskCalls, dispatchDeskRefusals } from './desk.ts'
import { dispatchSettingsCalls, dispatchSettingsRefusals } from './settings.ts'
import { dispatchTeamsCalls, dispatchTeamsRefusals } from './team.ts'

/** Groups of calls by the name that the operation log knows them by. */
export const calls = {
  'dispatch-desk': dispatchDeskCalls,
  'dispatch-settings': dispatchSettingsCalls,
  'dispatch-blocks': dispatchBlocksCalls,
  'dispatch-teams': dispatchTeamsCalls,
}
export const refusals = [dispatchDeskRefusals, dispatchSettingsRefusals, dispatchBlocksRefusals, dispatchTeamsRefusals]
