import { Modal } from 'antd'
import { t } from '#platform/text/text.ts'
import './ground.css'

const EXTRACT = 'pmtiles extract https://build.protomaps.com/20261101.pmtiles city.pmtiles --bbox=119.8,29.95,120.75,30.6 --maxzoom=15'
const BUILD = 'java -Xmx4g -jar planetiler.jar --osm-path=zhejiang-latest.osm.pbf --download --output=zhejiang.pmtiles'

const Outside = ({ href }: { href: string }) => (
  <a className="ui-link" href={href} target="_blank" rel="noreferrer">
    {href.replace('https://', '')}
  </a>
)

/** How somebody comes by a map file: what docs/maps.md says at length. */
export default function MapFileHelp({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Modal open={open} title={t('如何取得地图文件')} width={760} footer={null} onCancel={onClose} destroyOnHidden>
      <ol className="ground-help">
        <li>
          {t('在服务器上建一个目录，启动时用 MAP_FILES 指明；有多个服务进程时，每台都放同样的文件。')}
          <code>MAP_FILES=/srv/maps npm start</code>
        </li>
        <li>
          {t('从现成的全球地图里裁出城市（四个数是西、南、东、北的经纬度；日期换成近期的）：')}
          <code>{EXTRACT}</code>
          <Outside href="https://docs.protomaps.com/pmtiles/cli" /> <Outside href="https://maps.protomaps.com/builds" />
        </li>
        <li>
          {t('或用 OpenStreetMap 的省级数据自己制作：')}
          <code>{BUILD}</code>
          <Outside href="https://download.geofabrik.de/asia/china.html" /> <Outside href="https://github.com/onthegomap/planetiler" />
        </li>
        <li>{t('用 mv 移入目录（不要用 cp 覆盖），本页就会列出；再点“修改”选用地图文件。')}</li>
      </ol>
      <p className="ui-none">
        {t('OpenStreetMap 数据须保留署名，且没有审图号：在中国大陆能否使用，尤其是给客户或司机看，请先咨询法务；需要公开地图时用天地图。')}
      </p>
    </Modal>
  )
}
