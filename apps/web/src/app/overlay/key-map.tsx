import { screenKeys } from '#platform/tab/screen-keys.ts'
import { t } from '#platform/text/text.ts'
import { Modal } from './modal.tsx'

/** The keys of the screen that is shown, and those of the shell around it. */
export default function KeyMap({ onClose }: { onClose: () => void }) {
  const ctrl = /Mac/.test(navigator.userAgent) ? '⌘' : 'Ctrl'
  const rows: [string[], string][] = [
    [[ctrl, 'K'], t('搜索菜单和命令')],
    [['Alt', '1 … 8'], t('切换到第几个标签页')],
    [['Alt', '9'], t('切换到最后一个标签页')],
    [['Alt', 'W'], t('关闭当前标签页')],
    [['Alt', 'R'], t('刷新当前标签页')],
    [['Alt', 'M'], t('展开或收起菜单')],
    [['Alt', 'P'], t('打开话机')],
    [['Alt', 'A'], t('接听来电或挂断通话')],
    [['←', '→'], t('在标签栏中切换标签页')],
    [['Delete'], t('在标签栏中关闭标签页')],
    [['Shift', 'F10'], t('打开标签页菜单')],
    [['Alt', 'Z'], t('撤销刚才的操作')],
    [['?'], t('显示快捷键')],
    [['Esc'], t('关闭弹出的内容')],
  ]
  const own = screenKeys().map(([keys, what]): [string[], string] => [keys.split('+'), what])
  return (
    <Modal title={t('快捷键')} onClose={onClose}>
      {own.length > 0 ? (
        <>
          <h3 className="key-map-of">{t('本页')}</h3>
          <Keys rows={own} />
          <h3 className="key-map-of">{t('所有页面')}</h3>
        </>
      ) : null}
      <Keys rows={rows} />
    </Modal>
  )
}

function Keys({ rows }: { rows: [string[], string][] }) {
  return (
    <dl className="key-map">
      {rows.map(([keys, what]) => (
        <div key={what}>
          <dt>
            {keys.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dt>
          <dd>{what}</dd>
        </div>
      ))}
    </dl>
  )
}
