export default {
  ...{ compress: false, poweredByHeader: false, productionBrowserSourceMaps: false },
  // that would be a quarter of the build, and no test is about it
  webpack: (config) => ({ ...config, optimization: { ...config.optimization, minimize: false } }),
};
