#!/usr/bin/env bash
# Builds the small part of OpenCV that the program needs as static libraries, so that one binary runs on any
# system with glibc. Builds once, in about ten minutes on two cores; afterwards it only prints, as shell code,
# the settings for building the program with them:
#
#   eval "$(scripts/static-opencv.sh)" && CARGO_TARGET_DIR=target/static cargo build --release --locked --bin kingdom-scanner
#
# STATIC_OPENCV sets a folder for the libraries other than target/static-opencv.
set -euo pipefail
cd "$(dirname "$0")/.."

# The version in Debian 13. PyPI's source distribution contains OpenCV's complete source, with zlib and
# protobuf.
version=4.10.0.84
sha256=f2017c6101d7c2ef8d7bc3b414c37ff7f54d64413a1847d89970b6b7069b4e1a

prefix=$(realpath -m "${STATIC_OPENCV:-target/static-opencv}")
# Switches off everything that the program does not use, so that no library of the build machine is linked in.
# What remains is OpenCV's own code, including its kernels for AVX2 and AVX-512, which are chosen at run time.
without=(1394 ADE AVIF CLP CUDA EIGEN FFMPEG FLATBUFFERS FREETYPE GSTREAMER GTK HALIDE IMGCODEC_HDR IMGCODEC_PFM IMGCODEC_PXM
  IMGCODEC_SUNRASTER IPP ITT JASPER JPEG LAPACK OBSENSOR OPENCL OPENEXR OPENGL OPENJPEG OPENMP OPENVINO PNG QT QUIRC TBB TIFF TIMVX
  V4L VA VA_INTEL VTK VULKAN WEBP WEBNN)
options=(-DCMAKE_BUILD_TYPE=Release -DBUILD_SHARED_LIBS=OFF "-DBUILD_LIST=core,imgproc,dnn" -DBUILD_ZLIB=ON -DBUILD_PROTOBUF=ON -DBUILD_ITT=OFF
  -DBUILD_JAVA=OFF -DBUILD_TESTS=OFF -DBUILD_PERF_TESTS=OFF -DBUILD_EXAMPLES=OFF -DBUILD_DOCS=OFF -DBUILD_opencv_apps=OFF
  -DOPENCV_GENERATE_PKGCONFIG=OFF -DCV_TRACE=OFF)
# On arm64, Arm's own kernels (Carotene) are switched off, because they would be another library.
[ "$(uname -m)" != aarch64 ] || without+=(CAROTENE)
for name in "${without[@]}"; do options+=("-DWITH_$name=OFF"); done
# A change of source, option or compiler makes a new build.
stamp="$version ${options[*]} $(c++ -dumpfullversion)"

build() {
  local work=$prefix/work
  rm -rf "$prefix"
  mkdir -p "$work/source"
  scripts/setup.sh --package
  python3 -m venv "$work/python"
  # pip also downloads requirements for building a Python module; they are not used.
  echo "opencv-python-headless==$version --hash=sha256:$sha256" >"$work/requirements.txt"
  "$work/python/bin/pip" download -q --disable-pip-version-check --no-deps --no-binary opencv-python-headless --require-hashes -d "$work" -r "$work/requirements.txt"
  tar -xzf "$work"/opencv-python-headless-*.tar.gz -C "$work/source" --strip-components 1
  cmake -S "$work/source/opencv" -B "$work/build" -DCMAKE_INSTALL_PREFIX="$prefix" -DCMAKE_INSTALL_LIBDIR=lib "${options[@]}" \
    >"$work/cmake.log" 2>&1
  cmake --build "$work/build" --parallel "$(nproc)" >"$work/build.log" 2>&1
  cmake --install "$work/build" >/dev/null
  mkdir -p "$prefix/licences"
  cp "$work/source/opencv/LICENSE" "$prefix/licences/opencv.txt"
  cp "$work/source/opencv/3rdparty/protobuf/LICENSE" "$prefix/licences/protobuf.txt"
  cp "$work/source/opencv/3rdparty/zlib/LICENSE" "$prefix/licences/zlib.txt"
  # Records the versions for the list of a release's parts.
  sed -nE 's/^-- General configuration for OpenCV ([0-9.]+).*/opencv \1 Apache-2.0/p; s/^-- +ZLib: +build \(ver ([0-9.]+)\)/zlib \1 Zlib/p
    s/^-- +Protobuf: +build \(([0-9.]+)\)/protobuf \1 BSD-3-Clause/p' "$work/cmake.log" >"$prefix/parts"
  rm -rf "$work"
  echo "$stamp" >"$prefix/stamp"
}

if [ "$(cat "$prefix/stamp" 2>/dev/null)" != "$stamp" ]; then
  echo "static-opencv: building OpenCV $version in $prefix (log: $prefix/work/build.log)" >&2
  build >&2
fi

jpeg=$(pkg-config --variable=libdir libturbojpeg)
[ -e "$jpeg/libturbojpeg.a" ] || { echo "static-opencv: there is no $jpeg/libturbojpeg.a (Debian: libturbojpeg0-dev)" >&2; exit 1; }
printf 'export %s=%q\n' \
  OPENCV_LINK_LIBS static=opencv_dnn,static=opencv_imgproc,static=opencv_core,static=liblibprotobuf,static=zlib \
  OPENCV_LINK_PATHS "$prefix/lib,$prefix/lib/opencv4/3rdparty,$(dirname "$(c++ -print-file-name=libstdc++.a)")" \
  OPENCV_INCLUDE_PATHS "$prefix/include/opencv4" \
  TURBOJPEG_SOURCE explicit TURBOJPEG_STATIC 1 TURBOJPEG_LIB_DIR "$jpeg" \
  TURBOJPEG_INCLUDE_DIR "$(pkg-config --variable=includedir libturbojpeg)" \
  CXXSTDLIB static=stdc++
