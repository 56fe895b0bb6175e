export default {
  '地图文件 {name} 无法读取': 'The map file {name} cannot be read',
  示意图: 'Schematic',
  未配置底图: 'No map configured',
  配置地图: 'Set up the map',
}
