export default {
  地图加载中: 'Loading the map',
  '地图无法显示（浏览器不支持 WebGL 或地图组件加载失败），请使用旁边的列表':
    'The map cannot be shown (no WebGL in this browser, or its code did not load); use the list beside it',
  放大: 'Zoom in',
  缩小: 'Zoom out',
  '底图不可用，已改用离线底图': 'The base map is not available; the built-in ground is shown',
  '© 国家地理信息公共服务平台 天地图': '© National Platform for Common Geospatial Information Services, Tianditu',
}
