import { t } from '#platform/text/text.ts'
import './config.css'

interface SettingActionsProps {
  /** What the setting is for: a city, or all of them. */
  name: string
  /** None for who may not change it. */
  onEdit?: (() => void) | false
  /** None while nobody has saved any. */
  onHistory?: (() => void) | false
}

/** What can be done to one of several settings, in its row. */
export const SettingActions = ({ name, onEdit, onHistory }: SettingActionsProps) => (
  <span className="config-actions">
    {onEdit ? (
      <button type="button" className="ui-text-button" aria-label={t('修改 {name}', { name })} onClick={onEdit}>
        {t('修改')}
      </button>
    ) : null}
    {onHistory ? (
      <button type="button" className="ui-text-button" aria-label={t('{name} 的历史', { name })} onClick={onHistory}>
        {t('历史')}
      </button>
    ) : null}
  </span>
)
