// SPDX-License-Identifier: Apache-2.0
// mobilegl-compare FOLDER_A FOLDER_B: compares PNG files of the same name, pixel by pixel and by structural
// similarity. Prints `NAME equal|differs PIXELS SSIM` a pair and `NAME missing SIDE` for a file that one side
// lacks; the closing line is `pairs N, equal N, least SSIM X`. Exit status 0 unless something could not be
// read.
//
// SSIM is the mean over 8 x 8 windows, four pixels apart, of luma (Rec. 601), with the usual constants
// (0.01 * 255)^2 and (0.03 * 255)^2.
#include <png.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace {

struct Picture {
  int width = 0;
  int height = 0;
  std::vector<uint8_t> rgb;
};

bool readPng(const std::string& path, Picture& picture) {
  png_image image;
  std::memset(&image, 0, sizeof image);
  image.version = PNG_IMAGE_VERSION;
  if (png_image_begin_read_from_file(&image, path.c_str()) == 0) {
    return false;
  }
  image.format = PNG_FORMAT_RGB;
  picture.width = static_cast<int>(image.width);
  picture.height = static_cast<int>(image.height);
  picture.rgb.resize(PNG_IMAGE_SIZE(image));
  return png_image_finish_read(&image, nullptr, picture.rgb.data(), 0, nullptr) != 0;
}

std::vector<float> lumaOf(const Picture& picture) {
  std::vector<float> luma(picture.rgb.size() / 3);
  for (size_t i = 0; i < luma.size(); ++i) {
    const uint8_t* p = picture.rgb.data() + i * 3;
    luma[i] = 0.299f * p[0] + 0.587f * p[1] + 0.114f * p[2];
  }
  return luma;
}

double windowSimilarity(const std::vector<float>& a, const std::vector<float>& b, int stride, int x, int y,
                        int width, int height) {
  double sumA = 0, sumB = 0, squareA = 0, squareB = 0, product = 0;
  for (int row = y; row < y + height; ++row) {
    for (int column = x; column < x + width; ++column) {
      const auto at = static_cast<size_t>(row) * static_cast<size_t>(stride) + static_cast<size_t>(column);
      const double p = static_cast<double>(a[at]);
      const double q = static_cast<double>(b[at]);
      sumA += p;
      sumB += q;
      squareA += p * p;
      squareB += q * q;
      product += p * q;
    }
  }
  const double n = width * height;
  const double meanA = sumA / n, meanB = sumB / n;
  const double varianceA = squareA / n - meanA * meanA, varianceB = squareB / n - meanB * meanB;
  const double covariance = product / n - meanA * meanB;
  const double c1 = 6.5025, c2 = 58.5225;
  return (2 * meanA * meanB + c1) * (2 * covariance + c2) /
         ((meanA * meanA + meanB * meanB + c1) * (varianceA + varianceB + c2));
}

double similarity(const Picture& a, const Picture& b) {
  constexpr int kWindow = 8;
  constexpr int kStep = 4;
  const std::vector<float> lumaA = lumaOf(a), lumaB = lumaOf(b);
  const int width = std::min(kWindow, a.width), height = std::min(kWindow, a.height);
  double sum = 0;
  long count = 0;
  for (int y = 0; y + height <= a.height; y += kStep) {
    for (int x = 0; x + width <= a.width; x += kStep) {
      sum += windowSimilarity(lumaA, lumaB, a.width, x, y, width, height);
      ++count;
    }
  }
  return count == 0 ? 1.0 : sum / static_cast<double>(count);
}

std::set<std::string> pngNames(const std::string& folder) {
  std::set<std::string> names;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
    if (entry.path().extension() == ".png") {
      names.insert(entry.path().filename().string());
    }
  }
  return names;
}

struct Totals {
  long pairs = 0;
  long equal = 0;
  double least = 1.0;
  bool broken = false;
};

void comparePair(const std::string& name, const std::string& folderA, const std::string& folderB,
                 Totals& totals) {
  Picture a, b;
  if (!readPng(folderA + "/" + name, a) || !readPng(folderB + "/" + name, b)) {
    std::printf("%s unreadable\n", name.c_str());
    totals.broken = true;
    return;
  }
  ++totals.pairs;
  if (a.width != b.width || a.height != b.height) {
    std::printf("%s differs %d 0.000000\n", name.c_str(), std::max(a.width * a.height, b.width * b.height));
    totals.least = 0.0;
    return;
  }
  long wrong = 0;
  for (size_t i = 0; i < a.rgb.size(); i += 3) {
    wrong += std::memcmp(&a.rgb[i], &b.rgb[i], 3) != 0 ? 1 : 0;
  }
  const double ssim = wrong == 0 ? 1.0 : similarity(a, b);
  totals.equal += wrong == 0 ? 1 : 0;
  totals.least = std::min(totals.least, ssim);
  std::printf("%s %s %ld %.6f\n", name.c_str(), wrong == 0 ? "equal" : "differs", wrong, ssim);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "Usage: mobilegl-compare FOLDER_A FOLDER_B\n");
    return 2;
  }
  const std::set<std::string> first = pngNames(argv[1]);
  const std::set<std::string> second = pngNames(argv[2]);
  Totals totals;
  for (const std::string& name : first) {
    if (second.count(name) == 0) {
      std::printf("%s missing second\n", name.c_str());
    } else {
      comparePair(name, argv[1], argv[2], totals);
    }
  }
  for (const std::string& name : second) {
    if (first.count(name) == 0) {
      std::printf("%s missing first\n", name.c_str());
    }
  }
  std::printf("pairs %ld, equal %ld, least SSIM %.6f\n", totals.pairs, totals.equal, totals.least);
  return totals.broken ? 1 : 0;
}
